import { createStore } from '@kaopei/web/client'

const storageKey = 'kaopei.mustChangePassword'

/** The session must change its password before anything else; survives a reload of the page. */
export const mustChangePassword = createStore(readStored())

mustChangePassword.subscribe(() => {
  try {
    if (mustChangePassword.get()) sessionStorage.setItem(storageKey, '1')
    else sessionStorage.removeItem(storageKey)
  } catch {}
})

function readStored(): boolean {
  try {
    return sessionStorage.getItem(storageKey) === '1'
  } catch {
    return false
  }
}
