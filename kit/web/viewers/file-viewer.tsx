import type { ReactNode } from 'react'
import DocumentViewer from './document-viewer.tsx'
import MediaPlayer from './media-player.tsx'
import './viewers.css'

export interface FileViewerProps {
  readonly name: string
  readonly url: string
}

const kinds = {
  picture: /\.(png|jpe?g|gif|webp|bmp)$/i,
  video: /\.(mp4|webm|mov|m4v|avi|wmv|flv|mkv)$/i,
  audio: /\.(mp3|wav|m4a|aac|ogg|flac)$/i,
} as const

/** A stored file as a person looks at it: picture, film, sound, PDF; anything else is offered for download with its reason. */
export default function FileViewer({ name, url }: FileViewerProps): ReactNode {
  if (kinds.picture.test(name)) return <img className="kp-file-picture" src={url} alt={name} />
  if (kinds.video.test(name)) return <MediaPlayer url={url} name={name} />
  if (kinds.audio.test(name)) return <MediaPlayer url={url} name={name} kind="audio" />
  return <DocumentViewer name={name} fileUrl={url} />
}
