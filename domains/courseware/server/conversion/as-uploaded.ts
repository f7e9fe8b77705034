import { open } from 'node:fs/promises'
import { wholeSeconds } from '../formats/hls-playlist.ts'
import { mp3Seconds } from '../formats/mp3-seconds.ts'
import { mp4Facts, type ReadAt } from '../formats/mp4-facts.ts'
import type { Made, MadeRendition } from './made.ts'
import type { Work } from './run.ts'

/** Without ffmpeg: H.264 in MP4, MP3 and AAC in M4A are played as they were uploaded; of everything else nothing is made. */
export async function playableAsUploaded({ source, version: { fileId } }: Work): Promise<Made> {
  const file = await open(source, 'r')
  try {
    const { size } = await file.stat()
    const read: ReadAt = async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(length, Math.max(0, size - position))), { position })
      return buffer.subarray(0, bytesRead)
    }
    const facts = await mp4Facts(read, size)
    if (facts && fileId !== null && facts.isPlayable && facts.seconds > 0) return asItIs({ ...facts, fileId, size })
    const seconds = facts ? undefined : await mp3Seconds(read, size)
    if (seconds === undefined || fileId === null) return {}
    return asItIs({ codecs: 'mp3', seconds, width: 0, height: 0, fileId, size })
  } finally {
    await file.close()
  }
}

interface Playable extends Pick<MadeRendition, 'codecs' | 'width' | 'height' | 'fileId'> {
  readonly seconds: number
  readonly size: number
}

function asItIs({ seconds, size, ...facts }: Playable): Made {
  const bitsPerSecond = Math.max(1, Math.round((size * 8) / seconds))
  return {
    lengthSeconds: wholeSeconds(seconds),
    renditions: [{ name: 'original', ...facts, bitsPerSecond, initBytes: null, segments: null }],
  }
}
