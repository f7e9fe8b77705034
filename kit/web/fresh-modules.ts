import { afterAll, afterEach, vi } from 'vitest'
import { endActs } from './ended-acts.ts'

// Tests of one worker share the libraries and the page. The product's own modules are new for each file, so that none keeps what another
// file told it: a screen of the file before that is still loading has a session, a cache and a network of its own.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()

afterEach(endActs)

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})
