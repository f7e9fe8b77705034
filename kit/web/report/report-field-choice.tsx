import { Button, Checkbox, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { toast } from '../notify.tsx'
import { type ReportFieldGroup, toggledField } from './report-fields.ts'

export interface ReportFieldChoiceProps {
  readonly groups: readonly ReportFieldGroup[]
  readonly shown: readonly string[]
  readonly onChange: (shown: readonly string[]) => void
}

/** Which columns a report shows, by groups. Folded, a group shows only those that are chosen. */
export function ReportFieldChoice({ groups, shown, onChange }: ReportFieldChoiceProps): ReactNode {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const toggle = (value: string) => {
    const next = toggledField(shown, value)
    if (!next) return toast.warning('至少选择一个')
    onChange(next)
  }
  const fold = (title: string) => {
    const next = new Set(folded)
    if (!next.delete(title)) next.add(title)
    setFolded(next)
  }
  return (
    <>
      {groups.map(({ title, fields }) => {
        const isFolded = folded.has(title)
        const drawn = isFolded ? fields.filter(({ value }) => shown.includes(value)) : fields
        return (
          <fieldset key={title} className="kp-report-group">
            <legend>
              {title}
              <Button
                type="link"
                size="small"
                aria-label={`${isFolded ? '展开' : '收起'}${title}`}
                aria-expanded={!isFolded}
                onClick={() => fold(title)}
              >
                {isFolded ? '展开' : '收起'}
              </Button>
            </legend>
            {drawn.map(({ lable, value, tip }) => (
              <Tooltip key={value} title={tip}>
                <Checkbox checked={shown.includes(value)} onChange={() => toggle(value)}>
                  {lable}
                </Checkbox>
              </Tooltip>
            ))}
            {drawn.length === 0 && <span className="kp-hint">未选择字段</span>}
          </fieldset>
        )
      })}
    </>
  )
}
