import { shrinkPicture } from '@kaopei/web/client'

/** A photograph of a phone has ten times the bytes that a marker needs. */
export const shrinkAnswer = (file: File): Promise<File> =>
  shrinkPicture(file, { longestSide: 2000, smallEnoughBytes: 400_000, quality: 0.85 })
