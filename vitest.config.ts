import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          // A screen waits up to 10 s for what it should say; a busy machine must not end the test before that.
          testTimeout: 30_000,
          include: [
            '{kit/web,apps/console,apps/candidate}/**/*.test.{ts,tsx}',
            'domains/*/{console,candidate}/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        test: {
          name: 'server',
          // Files of one worker share what they import: loading the rooms anew for each took half of the run. Every file has a database of its own.
          isolate: false,
          include: ['{kit,domains,apps,db,tools}/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            'kit/web/**',
            'apps/console/**',
            'apps/candidate/**',
            'domains/*/{console,candidate}/**',
          ],
          globalSetup: ['kit/server/testing/database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: { name: 'faults', include: ['e2e/faults/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 1 },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/{journeys,gauntlet}/**/*.test.ts'],
          globalSetup: ['e2e/setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
