const key = 'kaopei.signInDevice'

/** A secret of this browser, made once: by it a session knows a device again, and nothing else about it. Without a store it lasts as long as the page. */
let unkept: string | undefined

export function deviceSecret(): string {
  try {
    const kept = localStorage.getItem(key)
    if (kept !== null && /^[0-9A-Za-z_-]{32,64}$/.test(kept)) return kept
    const made = madeSecret()
    localStorage.setItem(key, made)
    return made
  } catch {
    unkept ??= madeSecret()
    return unkept
  }
}

const madeSecret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')
