// Answers are sent a second before the write is on disk, as with a disk that reports writes too early: a kill almost
// certainly falls into that second. Small commits are not affected, so that a game can be set up.
import { patchSource } from '../patch-source.ts'

patchSource(
  'storage/sqlite/group-commit.ts',
  `this.#writer.raw.exec('commit')
      for (const cache`,
  `if (settle.length > 5) {
        for (const done of settle.splice(0)) done()
        await new Promise((resume) => setTimeout(resume, 1000))
      }
      this.#writer.raw.exec('commit')
      for (const cache`,
)
