/** One picture of a track, and a small one of it. */
export interface TakenPicture {
  readonly bytes: ArrayBuffer
  readonly thumb: ArrayBuffer
}

/** Tried one after the other until the picture is small enough; the last is taken as it is. */
const qualities = [0.6, 0.4, 0.2]
const thumbBytes = 16 * 1024
const thumbWidth = 320
const firstFrameMs = 5000
const screens = new WeakMap<MediaStreamTrack, HTMLVideoElement>()

/** Undefined: the track gives no picture just now. */
export async function takePicture(
  track: MediaStreamTrack,
  maxWidth: number,
  mostBytes: number,
): Promise<TakenPicture | undefined> {
  const video = screenOf(track)
  if (!(await hasFrame(video))) return undefined
  const bytes = await drawn(video, maxWidth, mostBytes)
  const thumb = await drawn(video, thumbWidth, thumbBytes)
  return bytes && thumb && { bytes, thumb }
}

function screenOf(track: MediaStreamTrack): HTMLVideoElement {
  const known = screens.get(track)
  if (known) return known
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = new MediaStream([track])
  void video.play().catch(() => undefined) // without a frame there is no picture, which is what it then answers
  screens.set(track, video)
  return video
}

async function hasFrame(video: HTMLVideoElement): Promise<boolean> {
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return true
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), firstFrameMs)
    video.addEventListener(
      'loadeddata',
      () => {
        clearTimeout(timer)
        resolve(true)
      },
      { once: true },
    )
  })
}

async function drawn(video: HTMLVideoElement, maxWidth: number, mostBytes: number): Promise<ArrayBuffer | undefined> {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || videoHeight === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(maxWidth, videoWidth)
  canvas.height = Math.round((canvas.width * videoHeight) / videoWidth)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  let smallest: Blob | null = null
  for (const quality of qualities) {
    smallest = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (!smallest || smallest.size <= mostBytes) break
  }
  return smallest?.arrayBuffer()
}
