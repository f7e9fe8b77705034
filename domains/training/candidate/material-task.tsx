import { Reading, RichText } from '@kaopei/course/candidate'
import { Show, useLoad } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { projectLearn } from '../contract/learn.ts'
import type { OpenedMaterial } from '../contract/learn-shapes.ts'

interface MaterialProps {
  readonly projectId: string
  readonly taskId: string
  /** What is known of the task on the server has changed. */
  readonly onChange: () => void
}

/** A text to be read, files and links to be opened: done when all of them were. */
export function MaterialTask({ projectId, taskId, onChange }: MaterialProps): ReactNode {
  const load = useCallback(() => call(projectLearn.openMaterial, { project: projectId, task: taskId }), [projectId, taskId])
  const loaded = useLoad(load)
  const changed = () => {
    loaded.reload()
    onChange()
  }
  return (
    <Show loaded={loaded}>
      {(material) => (
        <>
          <p className="training-notice" role="status">
            {material.isComplete ? '已完成。' : missingWords(material)}
          </p>
          {material.html !== '' && (
            <article className="panel learn-article" aria-label="正文">
              <RichText html={material.html} />
              <Reading
                secondsLeft={material.secondsLeft}
                isComplete={material.isRead}
                onRead={() => call(projectLearn.readMaterial, { project: projectId, task: taskId }).then(changed)}
              />
            </article>
          )}
          <Parts material={material} place={{ project: projectId, task: taskId }} onOpened={changed} />
        </>
      )}
    </Show>
  )
}

function missingWords({ isRead, files, links }: OpenedMaterial): string {
  const missing = [
    isRead ? '' : '读完正文',
    files.some(({ isOpened }) => !isOpened) ? '打开全部文件' : '',
    links.some(({ isOpened }) => !isOpened) ? '打开全部链接' : '',
  ]
  return `完成还需：${missing.filter((part) => part !== '').join('、')}。`
}

interface PartsProps {
  readonly material: OpenedMaterial
  readonly place: { readonly project: string; readonly task: string }
  readonly onOpened: () => void
}

/** Files and links open in a page of their own. The address comes from the server once the way is open. */
function Parts({ material, place, onOpened }: PartsProps): ReactNode {
  const [last, setLast] = useState<string>()
  const open = async (asked: Promise<{ readonly url: string }>) => {
    const { url } = await asked
    setLast(url)
    window.open(url, '_blank', 'noopener,noreferrer')
    onOpened()
  }
  const parts = [
    ...material.files.map(({ fileId, name, isOpened }) => ({
      ...{ key: fileId, title: name, isOpened, label: '文件' },
      ask: () => call(projectLearn.openFile, { ...place, fileId }),
    })),
    ...material.links.map(({ url, title, isOpened }) => ({
      ...{ key: url, title: title === '' ? url : title, isOpened, label: '链接' },
      ask: () => call(projectLearn.openLink, { ...place, url }),
    })),
  ]
  if (parts.length === 0) return null
  return (
    <section className="panel training-parts" aria-label="文件和链接">
      <ul>
        {parts.map(({ key, title, isOpened, label, ask }) => (
          <li key={key}>
            <span className="tag">{label}</span>
            <span className="training-part-title">{title}</span>
            {isOpened && <span className="tag good">已打开</span>}
            <button type="button" aria-label={`打开${title}`} onClick={() => void open(ask()).catch(() => undefined)}>
              打开
            </button>
          </li>
        ))}
      </ul>
      {last && (
        <p>
          没有自动打开？
          <a href={last} target="_blank" rel="noopener noreferrer">
            点此打开
          </a>
        </p>
      )}
    </section>
  )
}
