// Answers are sent a second before the write is on disk, as with a disk that reports writes too early: a kill almost
// certainly falls into that second. Small commits are not affected, so that a game can be set up.
import { patchSource } from '../patch-source.ts'

patchSource(
  'storage/sqlite/group-commit.ts',
  `this.#connection.raw.exec('commit')
      for (const cache`,
  `if (settlers.length > 10) {
        for (const settle of settlers.splice(0)) settle()
        await new Promise((resume) => setTimeout(resume, 1000))
      }
      this.#connection.raw.exec('commit')
      for (const cache`,
)
