import { acceptOf } from '@kaopei/files/contract/upload-types'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { Answer } from '../contract/answer.ts'
import { mostPictures, type PictureUpload } from './picture-uploads.ts'
import { QuestionHtml } from './question-html.tsx'
import { answerOfShort, shortAnswerOf } from './short-answer-html.ts'
import './short-answer.css'

export interface PicturesOfAnswer {
  readonly uploads: readonly PictureUpload[]
  readonly add: (files: readonly File[]) => void
  readonly retry: (key: string) => void
  readonly remove: (key: string) => void
  readonly beginChoice: () => void
  readonly endChoice: () => void
}

interface ShortAnswerProps {
  readonly number: number
  readonly stem: string
  readonly answer: Answer | null
  readonly isLocked: boolean
  readonly onAnswer: (answer: Answer, isTyping: boolean) => void
  readonly pictures?: PicturesOfAnswer | undefined
}

const picturesOfFiles = (files: FileList | null) => [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Words, and pictures that are chosen, taken, dropped or pasted. */
export function ShortAnswerInput({ number, stem, answer, isLocked, onAnswer, pictures }: ShortAnswerProps): ReactNode {
  const given = shortAnswerOf(answer)
  const [isOver, setOver] = useState(false)
  const room = pictures && !isLocked ? mostPictures - given.pictures.length - pictures.uploads.length : 0
  const add = (files: readonly File[]) => pictures?.add(files.slice(0, Math.max(0, room)))
  const paste = (event: ClipboardEvent) => {
    const files = picturesOfFiles(event.clipboardData.files)
    if (files.length === 0 || event.defaultPrevented) return
    event.preventDefault()
    add(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(picturesOfFiles(event.dataTransfer.files))
  }
  return (
    <>
      <QuestionHtml html={stem} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way beside the buttons below */}
      <div
        className={isOver ? 'short-answer over' : 'short-answer'}
        onPaste={paste}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(room > 0)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <textarea
          className="essay"
          aria-label={`第 ${number} 题作答`}
          placeholder="请在此作答"
          rows={9}
          maxLength={100_000}
          disabled={isLocked}
          value={given.text}
          onChange={(event) => onAnswer(answerOfShort({ ...given, text: event.target.value }), true)}
        />
        <p className="note count">{given.text.length} 字</p>
        <ul className="answer-pictures" aria-label={`第 ${number} 题的图片`}>
          {given.pictures.map((src, index) => (
            <li key={src}>
              <a href={src} target="_blank" rel="noopener noreferrer">
                <img src={src} alt={`作答图片 ${index + 1}`} />
              </a>
              {!isLocked && (
                <button
                  type="button"
                  className="plain"
                  aria-label={`删除图片 ${index + 1}`}
                  onClick={() =>
                    onAnswer(answerOfShort({ ...given, pictures: given.pictures.filter((_, at) => at !== index) }), false)
                  }
                >
                  删除
                </button>
              )}
            </li>
          ))}
          {pictures?.uploads.map((upload) => (
            <Uploading key={upload.key} upload={upload} pictures={pictures} />
          ))}
        </ul>
        {pictures && !isLocked && <AddPictures number={number} room={room} pictures={pictures} onFiles={add} />}
      </div>
    </>
  )
}

function Uploading({ upload, pictures }: { upload: PictureUpload; pictures: PicturesOfAnswer }): ReactNode {
  const { key, name, previewUrl, progress, problem, mayRetry } = upload
  return (
    <li className="uploading">
      <img src={previewUrl} alt={name} />
      <p role="status" className={problem === null ? 'note' : 'warn-text'}>
        {problem ?? `上传中 ${Math.floor(progress * 100)}%`}
      </p>
      {problem !== null && mayRetry && (
        <button type="button" className="plain" onClick={() => pictures.retry(key)}>
          重试
        </button>
      )}
      <button type="button" className="plain" aria-label={`取消上传 ${name}`} onClick={() => pictures.remove(key)}>
        取消
      </button>
    </li>
  )
}

function AddPictures({
  number,
  room,
  pictures,
  onFiles,
}: {
  number: number
  room: number
  pictures: PicturesOfAnswer
  onFiles: (files: readonly File[]) => void
}): ReactNode {
  return (
    <div className="add-pictures">
      <PictureButton label="添加图片" name={`第 ${number} 题添加图片`} isFull={room <= 0} pictures={pictures} onFiles={onFiles} />
      <PictureButton
        label="拍照"
        name={`第 ${number} 题拍照`}
        isCamera
        isFull={room <= 0}
        pictures={pictures}
        onFiles={onFiles}
      />
      <span className="note">{room > 0 ? `可拖入或粘贴图片，最多 ${mostPictures} 张` : `最多 ${mostPictures} 张图片`}</span>
    </div>
  )
}

function PictureButton({
  label,
  name,
  isFull,
  isCamera = false,
  pictures,
  onFiles,
}: {
  label: string
  name: string
  isFull: boolean
  isCamera?: boolean
  pictures: PicturesOfAnswer
  onFiles: (files: readonly File[]) => void
}): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const { endChoice } = pictures
  const choose = () => {
    pictures.beginChoice()
    input.current?.click()
  }
  return (
    <>
      <button type="button" className={isCamera ? 'camera' : ''} aria-label={name} disabled={isFull} onClick={choose}>
        {label}
      </button>
      <input
        ref={(element) => {
          input.current = element
          // Closing the chooser without a choice is told by an event that React does not know of file inputs.
          element?.addEventListener('cancel', endChoice)
          return () => element?.removeEventListener('cancel', endChoice)
        }}
        type="file"
        hidden
        aria-label={`${name}的文件`}
        accept={isCamera ? 'image/*' : acceptOf('image')}
        multiple={!isCamera}
        {...(isCamera && { capture: 'environment' as const })}
        onChange={(event) => {
          endChoice()
          onFiles(picturesOfFiles(event.target.files))
          event.target.value = ''
        }}
      />
    </>
  )
}
