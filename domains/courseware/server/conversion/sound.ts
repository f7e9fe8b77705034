import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { wholeSeconds } from '../formats/hls-playlist.ts'
import { playableAsUploaded } from './as-uploaded.ts'
import { ConversionFailure } from './failure.ts'
import { readWithFfmpeg } from './ffmpeg.ts'
import type { Made } from './made.ts'
import { type Probed, probe } from './probe.ts'
import type { Converters, Work } from './run.ts'

export const soundConverters: Converters = {
  convert: async (work) => convertSound(work, await probe(work)),
  asUploaded: playableAsUploaded,
}

/** A sound as AAC, header first: browsers begin to play it at once. What is AAC already is copied. */
export async function convertSound(work: Work, { sound, measured }: Probed): Promise<Made> {
  if (!sound) throw new ConversionFailure('noTrack')
  const isSuch = sound.codec === 'aac' && sound.profile === 'LC' && sound.channels <= 2
  const codec = isSuch ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000']
  await readWithFfmpeg(work, {
    args: ({ out }) => [
      ...['-map', `0:${sound.index}`, '-vn', '-sn', '-dn', '-map_metadata', '-1', ...codec],
      ...['-movflags', '+faststart', '-f', 'mp4', `${out}/sound.m4a`],
    ],
    onSeconds: (seconds) => work.progress((95 * seconds) / measured.seconds),
  })
  const path = join(work.folder, 'sound.m4a')
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size < 500) throw new ConversionFailure('noTrack')
  const lengthSeconds = wholeSeconds(measured.seconds)
  const fileId = await work.keep({ name: 'sound.m4a', contentType: 'audio/mp4', body: createReadStream(path) })
  const bitsPerSecond = Math.max(1, Math.round((size * 8) / measured.seconds))
  const facts = { width: 0, height: 0, initBytes: null, segments: null }
  return {
    lengthSeconds,
    renditions: [{ name: 'audio', fileId, ...facts, bitsPerSecond, codecs: 'mp4a.40.2' }],
    media: { width: 0, height: 0, videoCodec: null, audioCodec: sound.codec },
  }
}
