import { CodeTag, formatBytes, ToneTag } from '@kaopei/web'
import { Button, Input, Progress } from 'antd'
import type { ReactNode } from 'react'
import { coursewareType } from '../contract/codes.ts'
import type { FileFacts } from './upload-facts.ts'
import type { QueuedFile, UploadQueue } from './upload-queue.ts'

interface UploadRowsProps {
  readonly queue: UploadQueue
  /** What is said of one file apart, by its key. */
  readonly own: ReadonlyMap<string, FileFacts>
  readonly onOwn: (file: QueuedFile) => void
}

/** Each file with its title, type and how far it is. */
export function UploadRows({ queue, own, onOwn }: UploadRowsProps): ReactNode {
  return (
    <ul className="kp-ware-files">
      {queue.files.map((one) => (
        <li key={one.key}>
          <div className="kp-ware-file">
            <div>
              {one.type === undefined ? (
                <ToneTag tone="danger">不支持</ToneTag>
              ) : (
                <CodeTag codes={coursewareType} value={one.type} />
              )}
            </div>
            <Input
              aria-label={`${one.file.name}的标题`}
              value={one.title}
              maxLength={100}
              onChange={({ target }) => queue.change(one.key, { title: target.value })}
            />
            <span className="kp-hint">{formatBytes(one.file.size)}</span>
            <div>
              <FileState one={one} />
            </div>
            <div className="kp-ware-file-actions">
              {one.state === 'failed' && !one.isRefused && (
                <Button type="link" size="small" onClick={() => queue.retry(one.key)}>
                  继续上传
                </Button>
              )}
              {one.type !== undefined && !one.isRefused && (
                <Button type="link" size="small" aria-label={`单独设置${one.title}`} onClick={() => onOwn(one)}>
                  {own.has(one.key) ? '已单独设置' : '单独设置'}
                </Button>
              )}
              <Button type="link" size="small" danger aria-label={`移除${one.title}`} onClick={() => queue.remove(one.key)}>
                移除
              </Button>
            </div>
          </div>
          {one.problem !== undefined && (
            <p className="kp-ware-problem" role="alert">
              {one.problem}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function FileState({ one }: { readonly one: QueuedFile }): ReactNode {
  if (one.state === 'failed') return <ToneTag tone="danger">未上传</ToneTag>
  if (one.state === 'sent') return <ToneTag tone="success">已上传</ToneTag>
  if (one.state === 'joining') return <ToneTag tone="info">正在合并</ToneTag>
  const percent = Math.floor(one.share * 100)
  return <Progress percent={percent} size="small" aria-label={`${one.file.name}的上传进度`} className="kp-ware-share" />
}
