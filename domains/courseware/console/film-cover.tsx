import { FocusReturn, Loaded, MediaPlayer, toast, useCall } from '@kaopei/web'
import { isApiError, report, uploadFile } from '@kaopei/web/client'
import { Button, Modal } from 'antd'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { courseware } from '../contract/courseware.ts'
import { filmSourceOf } from '../contract/playlist.ts'
import type { ShownCourseware } from '../contract/shown.ts'
import { PictureField, type PictureFieldProps } from './picture-field.tsx'

/** Wider than any place where a cover is shown. */
const widestPixels = 1280
const jpegQuality = 0.85

/** The cover of a film: a picture of one's own, or what the film shows at a second that one chooses. */
export function FilmCoverField({ film, ...field }: PictureFieldProps & { readonly film: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="kp-ware-cover">
      <PictureField {...field} />
      <Button onClick={() => setOpen(true)}>从影片截取</Button>
      {isOpen && <FrameDialog film={film} onClose={() => setOpen(false)} onChosen={(address) => field.onChange?.(address)} />}
    </div>
  )
}

interface FrameProps {
  readonly film: string
  readonly onClose: () => void
  readonly onChosen: (address: string) => void
}

function FrameDialog({ film, onClose, onChosen }: FrameProps): ReactNode {
  const shown = useCall(courseware.preview, { id: film })
  const stage = useRef<HTMLDivElement>(null)
  const [isSaving, setSaving] = useState(false)
  const take = async () => {
    const video = stage.current?.querySelector('video')
    if (!video || video.videoWidth === 0) return toast.error('影片画面尚未载入，请播放到要作为封面的画面')
    setSaving(true)
    try {
      const { fileUrl } = await uploadFile(await pictureOf(video), { purpose: 'image' })
      onChosen(fileUrl)
      onClose()
    } catch (error) {
      if (isApiError(error)) report(error, 'upload')
      else toast.error('浏览器无法读取此影片的画面，请上传图片作为封面')
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      title="选取封面画面"
      width={720}
      okText="以此画面为封面"
      onOk={() => void take()}
      confirmLoading={isSaving}
      onCancel={onClose}
    >
      <FocusReturn />
      <p className="kp-hint">播放或拖动到合适的画面后暂停，再点击“以此画面为封面”。</p>
      <div ref={stage}>
        <Loaded of={shown}>{(content) => <Film content={content} />}</Loaded>
      </div>
    </Modal>
  )
}

function Film({ content: { title, renditions, refusal } }: { readonly content: ShownCourseware }): ReactNode {
  const source = useMemo(() => filmSourceOf(renditions, window.location.origin), [renditions])
  if (refusal !== null || renditions.length === 0) return <p>{refusal ?? '影片尚未转码完成，暂时不能截取画面'}</p>
  return <MediaPlayer source={source} name={title} kind="video" />
}

/** Throws where the browser may show a film of another origin, but not read it. */
async function pictureOf(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(widestPixels, video.videoWidth)
  canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality))
  if (!blob) throw new Error('the browser made no picture')
  return new File([blob], '封面.jpg', { type: 'image/jpeg' })
}
