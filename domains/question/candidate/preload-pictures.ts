/** Pictures of questions that are not on the screen yet, fetched while there is a network: a later question must not be blind without one. */
import type { Answer } from '../contract/answer.ts'
import type { CandidateView } from '../contract/candidate-view.ts'

interface Shown {
  readonly view: CandidateView
  readonly answer: Answer | null
}

const pictureAddress = /src=\\"(\/files\/[^"\\]+)\\"/g

export function picturesOf(items: readonly Shown[]): string[] {
  const texts = items.map(({ view, answer }) => JSON.stringify([view, answer]))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pictureAddress)].map(([, src = '']) => src)))]
}

export function preloadPictures(items: readonly Shown[]): void {
  for (const src of picturesOf(items)) {
    const image = new Image()
    image.decoding = 'async'
    image.src = src
  }
}
