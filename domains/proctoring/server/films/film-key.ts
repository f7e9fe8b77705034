/** Where composed films lie: beside the pieces, each edition under a name of its own. */
import { attemptFolder } from '../pieces/piece-key.ts'
import { endingOf } from '../rules/media-type.ts'

interface NamedFilm {
  readonly companyId: string
  readonly attemptId: string
  readonly startedAt: Date
  readonly source: number
  readonly edition: number
}

export const filmTypes = ['video/webm', 'video/mp4'] as const
export type FilmType = (typeof filmTypes)[number]

export function filmKey({ source, edition, ...attempt }: NamedFilm, contentType: string): string {
  return `${attemptFolder(attempt)}/${source}-composed-${edition}.${endingOf(contentType)}`
}

/** Every name under which something may lie of this edition and its neighbours: a killed run leaves the one after it. */
export function filmKeysAround(film: NamedFilm): string[] {
  const editions = [film.edition - 1, film.edition, film.edition + 1].filter((edition) => edition > 0)
  return editions.flatMap((edition) => filmTypes.map((type) => filmKey({ ...film, edition }, type)))
}
