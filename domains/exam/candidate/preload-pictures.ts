/** Pictures of questions that are not on the screen yet, fetched while there is a network: a later question must not be blind without one. */
import type { Sheet } from '../contract/sitting-shapes.ts'

const pictureAddress = /src=\\"(\/files\/[^"\\]+)\\"/g

export function picturesOfSheet({ items }: Pick<Sheet, 'items'>): string[] {
  return [...new Set(items.flatMap(({ view }) => [...JSON.stringify(view).matchAll(pictureAddress)].map(([, src = '']) => src)))]
}

export function preloadPictures(sheet: Sheet): void {
  for (const src of picturesOfSheet(sheet)) {
    const image = new Image()
    image.decoding = 'async'
    image.src = src
  }
}
