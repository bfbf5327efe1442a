interface Spark {
  x: number
  y: number
  speed_x: number
  speed_y: number
  age_ms: number
  life_ms: number
  color: string
  /** A text that rises, instead of a spark that falls. */
  text?: string
}

/** Little lights and numbers that are gone after a moment. */
export class Sparks {
  #list: Spark[] = []

  burst(x: number, y: number, color: string, count = 14): void {
    for (let index = 0; index < count; index++) {
      const angle = Math.random() * Math.PI * 2
      const speed = 40 + Math.random() * 160
      const speed_x = Math.cos(angle) * speed
      const speed_y = Math.sin(angle) * speed - 90
      this.#list.push({ x, y, speed_x, speed_y, color, age_ms: 0, life_ms: 700 })
    }
  }

  write(text: string, x: number, y: number, color: string): void {
    this.#list.push({ x, y, text, color, speed_x: 0, speed_y: -70, age_ms: 0, life_ms: 900 })
  }

  draw(canvas: CanvasRenderingContext2D, delta_ms: number): void {
    const seconds = delta_ms / 1000
    this.#list = this.#list.filter(({ age_ms, life_ms }) => age_ms < life_ms)
    canvas.textAlign = 'center'
    canvas.font = '800 22px ui-rounded, system-ui, sans-serif'
    for (const spark of this.#list) {
      spark.age_ms += delta_ms
      spark.x += spark.speed_x * seconds
      spark.y += spark.speed_y * seconds
      if (!spark.text) spark.speed_y += 380 * seconds
      canvas.globalAlpha = Math.max(0, 1 - spark.age_ms / spark.life_ms)
      canvas.fillStyle = spark.color
      if (spark.text) canvas.fillText(spark.text, spark.x, spark.y)
      else canvas.fillRect(spark.x - 2, spark.y - 2, 4, 4)
    }
    canvas.globalAlpha = 1
  }
}
