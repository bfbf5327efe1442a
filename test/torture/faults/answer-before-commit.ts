// Answers leave a second before the work is on disk, as with a disk that only says that it wrote: a kill almost surely
// falls into that second. Where few share a commit all is well, so that a game can be set up.
import { plant } from '../plant.ts'

plant(
  'storage/sqlite/group-commit.ts',
  `this.#connection.raw.exec('commit')
      for (const cache`,
  `if (settlers.length > 5) {
        for (const settle of settlers.splice(0)) settle()
        await new Promise((resume) => setTimeout(resume, 1000))
      }
      this.#connection.raw.exec('commit')
      for (const cache`,
)
