/** Twice what a photo of 35 by 49 mm needs at 300 points an inch: a file of a thousand certificates stays printable. */
const longestSide = 1200
const smallEnoughBytes = 200_000
const quality = 0.88

/** A smaller JPEG of the photo, upright and without place and device; the file itself where it is small or the browser cannot read it. */
export async function shrinkPortrait(file: File): Promise<File> {
  if (file.size <= smallEnoughBytes) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  const share = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * share)
  canvas.height = Math.round(bitmap.height * share)
  const context = canvas.getContext('2d')
  if (!context) return file
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob || blob.size >= file.size) return file
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg', lastModified: file.lastModified })
}
