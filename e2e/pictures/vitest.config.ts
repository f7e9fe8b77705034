import { defineConfig } from 'vitest/config'

/** Pictures of the README, made from the product as it is: `npx vitest run --config e2e/pictures/vitest.config.ts`. No part of the tests. */
export default defineConfig({
  test: {
    root: '.',
    include: ['e2e/pictures/*.pictures.ts'],
    globalSetup: ['e2e/setup.ts'],
    testTimeout: 900_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
  },
})
