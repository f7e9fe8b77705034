/** What ffprobe says of a film or sound, reduced to what decisions are made of. */
import { z } from 'zod'

const stream = z.looseObject({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  profile: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  pix_fmt: z.string().optional(),
  sample_aspect_ratio: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  r_frame_rate: z.string().optional(),
  field_order: z.string().optional(),
  channels: z.int().optional(),
  disposition: z.looseObject({ attached_pic: z.int().optional() }).optional(),
  tags: z.looseObject({ rotate: z.string().optional() }).optional(),
  side_data_list: z.array(z.looseObject({ rotation: z.number().optional() })).optional(),
})
type ProbedStream = z.output<typeof stream>

export const probeAnswer = z.object({ streams: z.array(stream).default([]) })
export type ProbeAnswer = z.output<typeof probeAnswer>

export interface Picture {
  readonly index: number
  readonly codec: string
  /** As it is shown: turned, with square pixels. */
  readonly width: number
  readonly height: number
  readonly isTurned: boolean
  readonly hasSquarePixels: boolean
  readonly pixelFormat: string
  readonly isInterlaced: boolean
  /** Frames a second as a fraction, `30000/1001`. */
  readonly frameRate: Fraction
}

export interface Sound {
  readonly index: number
  readonly codec: string
  readonly profile: string
  readonly channels: number
}

export interface Fraction {
  readonly over: number
  readonly under: number
}

/** The first track with moving pictures and the first with sound; a cover in a sound file is no film. */
export function mediaFactsOf({ streams }: ProbeAnswer): { picture: Picture | undefined; sound: Sound | undefined } {
  const film = streams.find((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1)
  const sound = streams.find((one) => one.codec_type === 'audio' && one.codec_name !== undefined)
  return {
    picture: film && pictureOf(film),
    sound: sound && {
      index: sound.index,
      codec: sound.codec_name ?? '',
      profile: sound.profile ?? '',
      channels: sound.channels ?? 2,
    },
  }
}

function pictureOf(film: ProbedStream): Picture | undefined {
  const { width = 0, height = 0, codec_name: codec } = film
  if (width <= 0 || height <= 0 || codec === undefined) return undefined
  const turn = Math.round(
    film.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? Number(film.tags?.rotate ?? 0),
  )
  const isUpright = turn % 180 === 0
  const pixel = fractionOf(film.sample_aspect_ratio?.replace(':', '/')) ?? { over: 1, under: 1 }
  const shownWidth = Math.max(1, Math.round((width * pixel.over) / pixel.under))
  return {
    index: film.index,
    codec,
    width: isUpright ? shownWidth : height,
    height: isUpright ? height : shownWidth,
    isTurned: turn % 360 !== 0,
    hasSquarePixels: pixel.over === pixel.under,
    pixelFormat: film.pix_fmt ?? '',
    isInterlaced: film.field_order !== undefined && film.field_order !== 'progressive' && film.field_order !== 'unknown',
    frameRate: frameRateOf(film),
  }
}

/** The mean rate; nonsense and more than 60 a second become what players can show. */
function frameRateOf({ avg_frame_rate: mean, r_frame_rate: claimed }: ProbedStream): Fraction {
  const rate = fractionOf(mean) ?? fractionOf(claimed) ?? { over: 25, under: 1 }
  const perSecond = rate.over / rate.under
  if (perSecond > 60) return { over: 60, under: 1 }
  return perSecond < 1 ? { over: 1, under: 1 } : rate
}

function fractionOf(text: string | undefined): Fraction | undefined {
  const [, over, under] = /^(\d+)\/(\d+)$/.exec(text ?? '') ?? []
  const fraction = { over: Number(over), under: Number(under) }
  return fraction.over > 0 && fraction.under > 0 ? fraction : undefined
}
