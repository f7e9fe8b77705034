/** How small a picture is made, and below which size it is left as it is. */
export interface Shrinking {
  /** In pixels. */
  readonly longestSide: number
  readonly smallEnoughBytes: number
  /** Of the JPEG, 0 to 1. */
  readonly quality: number
}

/** A smaller JPEG of the picture, upright and without place and device; the file itself where the browser cannot read it or would gain nothing. */
export async function shrinkPicture(file: File, { longestSide, smallEnoughBytes, quality }: Shrinking): Promise<File> {
  if (file.size <= smallEnoughBytes || file.type === 'image/gif') return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  const share = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * share)
  canvas.height = Math.round(bitmap.height * share)
  const context = canvas.getContext('2d')
  if (!context) return file
  // A transparent drawing would turn black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob || blob.size >= file.size) return file
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg', lastModified: file.lastModified })
}
