/** When the person last did something themselves. Timers and polling do not count: the idle limit is about people. */
let lastOperationAt = Date.now()

export function lastOperationTime(): number {
  return lastOperationAt
}

if (typeof window !== 'undefined') {
  const note = (event: Event) => {
    if (event.isTrusted) lastOperationAt = Date.now()
  }
  for (const name of ['pointerdown', 'keydown', 'wheel', 'touchstart', 'input']) {
    window.addEventListener(name, note, { capture: true, passive: true })
  }
}
