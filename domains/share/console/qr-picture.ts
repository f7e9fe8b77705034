/** Sides of the pictures that people may save. */
export const qrSizes = [200, 400, 800] as const

/** Readers need a white frame of so many modules around a code. */
const frameModules = 4
/** Of each finder pattern, the squares in three corners. */
const finderModules = 7

/** The drawn code, which fills its canvas, as a PNG of exactly this many pixels, whatever the screen's own pixels are. */
export async function qrPicture(drawn: HTMLCanvasElement, size: number): Promise<Blob | null> {
  const picture = document.createElement('canvas')
  picture.width = size
  picture.height = size
  const pen = picture.getContext('2d')
  if (!pen) return null
  const modules = modulesOf(drawn)
  const frame = Math.ceil((size * frameModules) / (modules + 2 * frameModules))
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, size, size)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(drawn, 0, 0, drawn.width, drawn.height, frame, frame, size - 2 * frame, size - 2 * frame)
  return new Promise((done) => picture.toBlob(done, 'image/png'))
}

/** How many modules wide the code is: its first row begins with a finder pattern's dark edge. */
function modulesOf(drawn: HTMLCanvasElement): number {
  const row = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, 1).data ?? []
  let dark = 0
  while (dark < drawn.width && (row[dark * 4] ?? 255) < 128) dark += 1
  return Math.round((drawn.width * finderModules) / Math.max(dark, 1))
}
