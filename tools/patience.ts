import { vi } from 'vitest'

/**
 * What a test waits for comes when the machine gets to it: beside a browser and another run, vitest's own second is over before a page has
 * been drawn. A wait that is met costs nothing more; `expect.poll` has the same patience by vitest.config.ts.
 */
export const patienceMs = 20_000

type WaitFor = typeof vi.waitFor
const known: WaitFor & { readonly isPatient?: true } = vi.waitFor

// Files of one worker share `vi`.
if (!known.isPatient) {
  const patient: WaitFor = (look, options) =>
    known(look, typeof options === 'number' ? options : { timeout: patienceMs, ...options })
  vi.waitFor = Object.assign(patient, { isPatient: true as const })
}
