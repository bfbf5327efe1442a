import { defineConfig } from 'vitest/config'
import all from './vitest.config.ts'

/** `npm run test:quick`: SQLite alone, without the tests that take long, and with one process for many files. */
export default defineConfig({
  test: {
    ...all.test,
    include: [
      'src/**/*.test.ts',
      'test/architecture.test.ts',
      'test/conventions.test.ts',
      'test/{http,security,storage,wire}/**/*.test.ts',
    ],
    testNamePattern: /^(?!.*\[postgres\])/,
    globalSetup: 'test/support/quick-run.ts',
    setupFiles: [],
    isolate: false,
  },
})
