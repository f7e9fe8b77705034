/** What a film shows at this moment, as a JPEG with the viewer's name in its corner; undefined before it shows anything. */
export async function frameOf(video: HTMLVideoElement, viewer: string): Promise<File | undefined> {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0 || height === 0) return undefined
  const canvas = new OffscreenCanvas(width, height)
  const drawing = canvas.getContext('2d')
  drawing?.drawImage(video, 0, 0)
  if (drawing) writeViewer(drawing, viewer, height)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  return new File([blob], 'frame.jpg', { type: 'image/jpeg' })
}

function writeViewer(drawing: OffscreenCanvasRenderingContext2D, viewer: string, height: number): void {
  const size = Math.max(11, Math.round(height / 36))
  drawing.font = `${size}px sans-serif`
  drawing.fillStyle = 'rgba(0, 0, 0, 0.5)'
  drawing.fillRect(0, height - size * 1.6, drawing.measureText(viewer).width + size, size * 1.6)
  drawing.fillStyle = '#fff'
  drawing.fillText(viewer, size / 2, height - size / 2)
}
