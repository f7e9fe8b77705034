import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** See tools/patience.ts. */
const ownFolder = 'tools/own-temporary-folder.ts'
const patient = { setupFiles: ['tools/patience.ts'], expect: { poll: { timeout: 20_000 } } }

/** Files that take longest, some of them by waiting: begun first, none of them is what the others are waited with at the end. */
const longest = [
  'gauntlet/routes.test',
  'gauntlet/endpoints.test',
  'journeys/sitting-unsent.test',
  'gauntlet/contacts.test',
  'journeys/sitting-offline.test',
  'conversion/film.test',
  'journeys/other-services.test',
  'journeys/exam-day.test',
  'gauntlet/dialogs.test',
  'gauntlet/foreign-ids.test',
  'journeys/exam-hall.test',
  'journeys/training-loop.test',
  'journeys/exam-capture.test',
  'postgres/launcher.test',
  'db/landings.test',
  'db/migrate.test',
  'journeys/download-page.test',
  'gauntlet/view-as.test',
  'org/server/import/scale.test',
  'gauntlet/secrets.test',
  'identity/server/sessions/login.test',
  'org/server/staff/search.test',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.includes(name))
      return found === -1 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...patient,
          name: 'web',
          globalSetup: [ownFolder],
          environment: 'jsdom',
          // Files of one worker share the libraries and the page, and nothing of the product: loading the libraries was two thirds of the run.
          isolate: false,
          setupFiles: [...patient.setupFiles, 'kit/web/fresh-modules.ts'],
          // A screen waits up to 10 s for what it should say; a busy machine must not end the test before that: a browser is tested beside it.
          testTimeout: 60_000,
          // Unless said, vitest leaves a processor free: on two that is half of them.
          maxWorkers: 2,
          include: [
            '{kit/web,apps/console,apps/candidate}/**/*.test.{ts,tsx}',
            'domains/*/{console,candidate}/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        test: {
          ...patient,
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
          globalSetup: [ownFolder, 'kit/server/testing/database.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...patient,
          name: 'faults',
          globalSetup: [ownFolder],
          include: ['e2e/faults/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          ...patient,
          name: 'e2e',
          // Files of one worker share its browser, and give back what they have opened in it (`dismissVisitors`).
          isolate: false,
          include: ['e2e/{journeys,gauntlet}/**/*.test.ts'],
          globalSetup: [ownFolder, 'e2e/setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
