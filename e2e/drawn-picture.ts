import type { Page } from 'playwright-core'
import type { Picture } from './read-qr.ts'

/** The pixels of a PNG, by the browser's own eyes. */
export function drawn(page: Page, file: Buffer): Promise<Picture> {
  return page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }))
      const { width, height } = picture
      const pen = new OffscreenCanvas(width, height).getContext('2d')
      pen?.drawImage(picture, 0, 0)
      const { data } = pen?.getImageData(0, 0, width, height) ?? { data: [] }
      let pixels = ''
      for (let at = 0; at < data.length; at += 4) pixels += (data[at] ?? 255) < 128 ? '1' : '0'
      return { width, height, pixels }
    },
    [...file],
  )
}
