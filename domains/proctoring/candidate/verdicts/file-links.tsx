import type { ReactNode } from 'react'
import type { Told } from './verdict.page.tsx'

interface Props {
  readonly files: Told['course'][number]['files']
}

export function FileLinks({ files }: Props): ReactNode {
  if (files.length === 0) return null
  return (
    <ul className="verdict-files" aria-label="申诉材料">
      {files.map(({ name, sizeBytes, url }) => (
        <li key={url ?? name}>
          {url === null ? (
            <span>{name}</span>
          ) : (
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          )}
          <span className="note">{url === null ? '保存期满，已删除' : sizeText(sizeBytes)}</span>
        </li>
      ))}
    </ul>
  )
}

export function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
