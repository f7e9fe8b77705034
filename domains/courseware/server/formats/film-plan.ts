import type { Fraction, Picture, Sound } from './media-facts.ts'

/** One quality to be made. */
export interface PlannedRendition {
  /** Its short side, as qualities are called. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly mostKilobits: number
}

export interface FilmPlan {
  /** The original's picture is taken as it is, under this name; null: it is encoded. */
  readonly copyAs: string | null
  readonly copyIsShown: { readonly width: number; readonly height: number }
  readonly canCopySound: boolean
  /** Best first. */
  readonly encoded: readonly PlannedRendition[]
  readonly frameRate: Fraction
  /** Frames from one key frame to the next: the same in all qualities, so that segments begin together. */
  readonly framesOfSegment: number
  /** The film is encoded in pieces of so many seconds, each of whole segments; a run that is killed goes on with the next piece. */
  readonly pieceSeconds: number
  readonly framesOfPiece: number
}

const qualities = [
  { side: 360, mostKilobits: 900 },
  { side: 720, mostKilobits: 2800 },
  { side: 1080, mostKilobits: 5500 },
] as const
const segmentSeconds = 4
/** A player that begins in the middle waits for this much at most. */
export const longestSegmentSeconds = 12
const usualPieceSeconds = 60

export interface Measured {
  /** Of the whole, by its packets. */
  readonly seconds: number
  /** Between key frames, the longest distance. */
  readonly longestGapSeconds: number
  readonly bytesOfPicture: number
}

/** Which qualities a film gets: none larger than itself, and what it is already is copied. */
export function planFilm(picture: Picture, sound: Sound | undefined, measured: Measured): FilmPlan {
  const side = Math.min(picture.width, picture.height)
  const fitting = qualities.filter((quality) => quality.side <= side)
  const chosen = fitting.length > 0 ? fitting : [{ side, mostKilobits: qualities[0].mostKilobits }]
  const copyAs = mayCopy(picture, measured)
    ? qualities.some((quality) => quality.side === side)
      ? String(side)
      : 'original'
    : null
  const wanted = chosen.filter((quality) => String(quality.side) !== copyAs && !(copyAs !== null && fitting.length === 0))
  const rate = picture.frameRate
  const framesOfSegment = Math.max(1, Math.round((segmentSeconds * rate.over) / rate.under))
  const secondsOfSegment = (framesOfSegment * rate.under) / rate.over
  const segmentsOfPiece = Math.max(1, Math.round(usualPieceSeconds / secondsOfSegment))
  return {
    copyAs,
    copyIsShown: { width: picture.width, height: picture.height },
    canCopySound: sound?.codec === 'aac' && sound.profile === 'LC' && sound.channels <= 2,
    encoded: wanted.map((quality) => sized(picture, quality)).toReversed(),
    frameRate: rate,
    framesOfSegment,
    pieceSeconds: segmentsOfPiece * secondsOfSegment,
    framesOfPiece: segmentsOfPiece * framesOfSegment,
  }
}

/**
 * What lies in the working folder at once: the copy, and of each quality its pieces beside the joined whole. Films take about half of the most that their
 * qualities may.
 */
export function bytesBetween({ copyAs, encoded }: FilmPlan, { bytesOfPicture, seconds }: Measured): number {
  const bitsPerSecond = encoded.reduce((sum, { mostKilobits }) => sum + mostKilobits * 1000, 0)
  return (copyAs === null ? 0 : bytesOfPicture) + (seconds * bitsPerSecond) / 8
}

/** What browsers play everywhere, with key frames often enough to begin anywhere, and no more bits than a line carries. */
function mayCopy(picture: Picture, { longestGapSeconds, seconds, bytesOfPicture }: Measured): boolean {
  const isPlayedEverywhere = picture.codec === 'h264' && /^yuvj?420p$/.test(picture.pixelFormat)
  const isAsShown = !picture.isTurned && picture.hasSquarePixels && !picture.isInterlaced
  const isModest = Math.min(picture.width, picture.height) <= 1088 && (bytesOfPicture * 8) / Math.max(seconds, 1) <= 10_000_000
  return isPlayedEverywhere && isAsShown && isModest && longestGapSeconds <= longestSegmentSeconds
}

function sized({ width, height }: Picture, { side, mostKilobits }: { side: number; mostKilobits: number }): PlannedRendition {
  const scale = side / Math.min(width, height)
  return { name: String(nameOf(side)), width: even(width * scale), height: even(height * scale), mostKilobits }
}

/** A film smaller than the smallest quality bears its name. */
function nameOf(side: number): number {
  return Math.max(side, qualities[0].side)
}

function even(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2))
}
