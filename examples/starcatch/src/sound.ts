import { byId } from './page.ts'

const KEY = 'starcatch:sound'
/** A scale in which no two notes sound wrong together. */
const SCALE_HZ = [392, 440, 523, 587, 659, 784, 880, 1047]

let audio: AudioContext | undefined

function play(hz: number, seconds: number, volume: number): void {
  if (!audio) return
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hz })
  const gain = new GainNode(audio, { gain: volume })
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds)
  tone.connect(gain).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + seconds)
}

/** Higher with every star in a row. */
export const playCatch = (streak: number) =>
  play(SCALE_HZ[Math.min(streak, SCALE_HZ.length) - 1] ?? 392, 0.35, 0.12)

export const playBump = () => play(98, 0.4, 0.2)

/** Off, until the player switches it on. */
export function startSound(): void {
  const button = byId('sound', HTMLButtonElement)
  const set = (is_on: boolean) => {
    audio = is_on ? new AudioContext() : undefined
    localStorage.setItem(KEY, is_on ? 'on' : 'off')
    button.setAttribute('aria-pressed', String(is_on))
  }
  set(localStorage.getItem(KEY) === 'on')
  button.addEventListener('click', () => set(!audio))
}
