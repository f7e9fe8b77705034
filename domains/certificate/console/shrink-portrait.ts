import { shrinkPicture } from '@kaopei/web/client'

/** Twice what a photo of 35 by 49 mm needs at 300 points an inch: a file of a thousand certificates stays printable. */
export const shrinkPortrait = (file: File): Promise<File> =>
  shrinkPicture(file, { longestSide: 1200, smallEnoughBytes: 200_000, quality: 0.88 })
