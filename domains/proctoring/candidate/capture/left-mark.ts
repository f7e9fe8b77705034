/** Whether this browser may hold pieces: read before any of the recording's code is loaded. */
const key = 'kaopei.capture'

export const leftMark = {
  isSet: (): boolean => {
    try {
      return localStorage.getItem(key) !== null
    } catch {
      return false
    }
  },
  clear: (): void => {
    try {
      localStorage.removeItem(key)
    } catch {
      // a browser that keeps nothing has nothing left
    }
  },
}

export function leaveMark(): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    // the pieces last as long as the page, which sends them
  }
}
