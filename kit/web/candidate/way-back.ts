import { createStore } from '../client/store.ts'

const key = 'kaopei.wayBack'

/** Where somebody came from who was led elsewhere in the middle of something: a path of this client. It outlives a reload of the tab. */
export const wayBack = createStore<string | undefined>(kept())

export function rememberWayBack(path: string): void {
  wayBack.set(path)
  try {
    sessionStorage.setItem(key, path)
  } catch {
    // then it lasts as long as the page
  }
}

export function forgetWayBack(): void {
  wayBack.set(undefined)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}

function kept(): string | undefined {
  try {
    const path = sessionStorage.getItem(key)
    return path !== null && /^\/learn\/[\w/-]+$/.test(path) ? path : undefined
  } catch {
    return undefined
  }
}
