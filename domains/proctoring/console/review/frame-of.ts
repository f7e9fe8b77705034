/** What a film shows at this moment, as a JPEG; undefined before it shows anything. */
export async function frameOf(video: HTMLVideoElement): Promise<File | undefined> {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0 || height === 0) return undefined
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  return new File([blob], 'frame.jpg', { type: 'image/jpeg' })
}
