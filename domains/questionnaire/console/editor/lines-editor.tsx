import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { movedTo, useSortableRows } from '@kaopei/web'
import { Button, Input, Space } from 'antd'
import { type ReactNode, useRef } from 'react'
import { Labelled } from './labelled.tsx'
import { ManyLines } from './many-lines.tsx'
import { newId } from './new-element.ts'

export interface Line {
  readonly id: string
  readonly text: string
}

interface LinesProps<One extends Line> {
  /** 选项, 行, 列 */
  readonly label: string
  readonly lines: readonly One[]
  readonly isFixed: boolean
  /** What a new line has beside its text. */
  readonly blank?: Omit<One, keyof Line>
  /** What else is set of a line, beside and beneath its text. */
  readonly extra?: (line: One, place: number) => { readonly beside?: ReactNode; readonly beneath?: ReactNode }
  readonly onChange: (lines: One[], mark?: string) => void
}

/** Lines of text in an order: dragged or moved by keys, added one by one with Enter or many at once. */
export function LinesEditor<One extends Line>(props: LinesProps<One>): ReactNode {
  const { label, lines, isFixed, blank, extra, onChange } = props
  const box = useRef<HTMLDivElement>(null)
  const row = useSortableRows(lines.length, (from, to) => onChange(movedTo(lines, from, to)), 'kp-qn-option')
  const made = (text: string): One => Object.assign({ ...blank, id: newId(), text }) as One // a blank holds everything but these two
  const add = (place: number) => {
    onChange(lines.toSpliced(place, 0, made(`${label} ${lines.length + 1}`)))
    // The new line is drawn before it can be written in.
    setTimeout(() => box.current?.querySelectorAll<HTMLInputElement>('.kp-qn-option-text')[place]?.select())
  }
  return (
    <Labelled label={`${label}（${lines.length}）`}>
      <div ref={box} className={isFixed ? 'kp-qn-options kp-qn-fixed' : 'kp-qn-options'}>
        {lines.map((line, index) => {
          const { beside, beneath } = extra?.(line, index) ?? {}
          return row(line.id, {
            name: `${label} ${index + 1}`,
            index,
            children: (
              <div className="kp-qn-option-body">
                <div className="kp-qn-option-line">
                  <Input
                    className="kp-qn-option-text"
                    aria-label={`${label} ${index + 1}`}
                    maxLength={500}
                    status={line.text.trim() === '' ? 'error' : ''}
                    value={line.text}
                    onChange={({ target }) =>
                      onChange(
                        lines.map((one) => (one.id === line.id ? { ...one, text: target.value } : one)),
                        `line-${line.id}`,
                      )
                    }
                    onPressEnter={() => !isFixed && add(index + 1)}
                  />
                  {beside}
                  {!isFixed && (
                    <Button
                      type="text"
                      size="small"
                      icon={<CloseOutlined />}
                      aria-label={`删除${label} ${index + 1}`}
                      disabled={lines.length === 1}
                      onClick={() => onChange(lines.filter(({ id }) => id !== line.id))}
                    />
                  )}
                </div>
                {beneath}
              </div>
            ),
          })
        })}
      </div>
      {!isFixed && (
        <Space size={4}>
          <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => add(lines.length)}>
            添加{label}
          </Button>
          <ManyLines label={label} onAdd={(texts) => onChange([...lines, ...texts.map(made)])} />
        </Space>
      )}
    </Labelled>
  )
}
