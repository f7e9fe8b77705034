/** A camera that shows the seconds of the clock as six bars, the lowest digit at the left, and how they are read from a film again. */
import type { Locator, Page } from 'playwright-core'

const cycle = 64

/** Before the page is opened: whoever asks for a camera gets this one. */
export async function giveSecondsCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = () => {
      const canvas = document.createElement('canvas')
      canvas.width = 320
      canvas.height = 240
      const drawing = canvas.getContext('2d')
      const draw = () => {
        if (!drawing) return
        const seconds = Math.floor(Date.now() / 1000)
        drawing.fillStyle = '#000'
        drawing.fillRect(0, 0, 320, 240)
        drawing.fillStyle = '#fff'
        for (let bar = 0; bar < 6; bar++) if ((seconds >> bar) & 1) drawing.fillRect(20 + bar * 48, 40, 36, 160)
      }
      draw()
      setInterval(draw, 100)
      return canvas.captureStream(5)
    }
    navigator.mediaDevices.getUserMedia = async () => open()
  })
}

/** Seconds, modulo 64, that a film shows now, or at its second `at`. */
export async function secondsIn(video: Locator, at?: number): Promise<number> {
  return video.evaluate(async (element, second) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('no film')
    if (second !== undefined) {
      element.pause()
      const isThere = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
      // Sought is not yet drawn: a busy machine shows the frame of before for a while.
      const isDrawn = new Promise((resolve) => element.requestVideoFrameCallback(resolve))
      element.currentTime = second
      await Promise.all([isThere, isDrawn])
    }
    const canvas = new OffscreenCanvas(320, 240)
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(element, 0, 0, 320, 240)
    let seconds = 0
    for (let bar = 0; bar < 6; bar++)
      if ((drawing?.getImageData(38 + bar * 48, 120, 1, 1).data[0] ?? 0) > 128) seconds += 1 << bar
    return seconds
  }, at)
}

/** How many seconds after `expected` (an instant in milliseconds) what is shown was recorded; negative: before. */
export function apart(shown: number, expected: number): number {
  const difference = (((shown - Math.floor(expected / 1000)) % cycle) + cycle) % cycle
  return difference >= cycle / 2 ? difference - cycle : difference
}
