/** Pictures of questions that are not on the screen yet, fetched while there is a network: a later question must not be blind without one. */
import type { Sheet } from '../contract/sitting-shapes.ts'

const pictureAddress = /src=\\"(\/files\/[^"\\]+)\\"/g

export function picturesOfSheet({ items }: { items: readonly Pick<Sheet['items'][number], 'view' | 'answer'>[] }): string[] {
  const texts = items.map(({ view, answer }) => JSON.stringify([view, answer]))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pictureAddress)].map(([, src = '']) => src)))]
}

export function preloadPictures(sheet: Sheet): void {
  for (const src of picturesOfSheet(sheet)) {
    const image = new Image()
    image.decoding = 'async'
    image.src = src
  }
}
