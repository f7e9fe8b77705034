/** Sides of the pictures that people may save. */
export const qrSizes = [200, 400, 800] as const

/** Readers need a white frame of four modules around the code; 8 % of the side is that for every code that a link makes. */
const frameShare = 0.08

/** The drawn code as a PNG of exactly this many pixels, whatever the screen's own pixels are. */
export async function qrPicture(drawn: HTMLCanvasElement, size: number): Promise<Blob | null> {
  const picture = document.createElement('canvas')
  picture.width = size
  picture.height = size
  const pen = picture.getContext('2d')
  if (!pen) return null
  const frame = Math.round(size * frameShare)
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, size, size)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(drawn, 0, 0, drawn.width, drawn.height, frame, frame, size - 2 * frame, size - 2 * frame)
  return new Promise((done) => picture.toBlob(done, 'image/png'))
}
