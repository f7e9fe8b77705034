import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { movedTo, RichTextEditor, useSortableRows } from '@kaopei/web'
import { Button, Checkbox, Input, InputNumber, Radio, Select, Space } from 'antd'
import type { ReactNode } from 'react'
import { type BlankMatch, blankMatchLabels, type ContentOf, type QuestionBlank } from '../../contract/content.ts'
import { newPartId } from './new-content.ts'

interface EditorProps<Content> {
  readonly content: Content
  readonly onChange: (content: Content) => void
}

const matches: readonly BlankMatch[] = ['exact', 'contains', 'wildcard', 'numeric', 'manual']

export function JudgementEditor({ content, onChange }: EditorProps<ContentOf<3>>): ReactNode {
  return (
    <Radio.Group
      value={content.correct}
      onChange={(event) => onChange({ ...content, correct: event.target.value === 'true' ? 'true' : 'false' })}
    >
      <Radio value="true">正确</Radio>
      <Radio value="false">错误</Radio>
    </Radio.Group>
  )
}

/** Blanks in the order of the stem; each with what counts as right. */
export function BlankEditor({ content, onChange }: EditorProps<ContentOf<4>>): ReactNode {
  const { blanks } = content
  const isUnordered = content.unorderedGroups.length > 0
  const set = (next: QuestionBlank[], unordered = isUnordered) =>
    onChange({ ...content, blanks: next, unorderedGroups: unordered && next.length > 1 ? [next.map(({ id }) => id)] : [] })
  const change = (index: number, part: Partial<QuestionBlank>) =>
    set(blanks.map((blank, position) => (position === index ? { ...blank, ...part } : blank)))
  return (
    <div>
      <p className="kp-hint">
        在题干中写 {'{{'}空的编号{'}}'} 可指定每一空的位置，例如 {blanks.map(({ id }) => `{{${id}}}`).join('、')}
        ；不写时空位显示在题干下方。
      </p>
      {blanks.map((blank, index) => (
        <div className="kp-question-row" key={blank.id}>
          <span className="kp-question-letter">{`{{${blank.id}}}`}</span>
          <div className="kp-grow">
            <Select
              mode="tags"
              style={{ width: '100%' }}
              aria-label={`第 ${index + 1} 空的正确答案`}
              placeholder="输入答案后按回车，可以有多种写法"
              open={false}
              disabled={blank.match === 'manual'}
              value={blank.alternatives.map(({ text }) => text).filter((text) => text !== '')}
              onChange={(texts: string[]) => change(index, { alternatives: texts.map((text) => ({ text, weight: 1 })) })}
            />
          </div>
          <Select<BlankMatch>
            style={{ width: 200 }}
            aria-label={`第 ${index + 1} 空的匹配方式`}
            value={blank.match}
            options={matches.map((value) => ({ value, label: blankMatchLabels[value] }))}
            onChange={(match) => change(index, { match })}
          />
          {blank.match === 'numeric' && (
            <InputNumber
              min={0}
              aria-label={`第 ${index + 1} 空的允许误差`}
              placeholder="允许误差"
              value={blank.tolerance?.absolute ?? 0}
              onChange={(absolute) => change(index, { tolerance: { absolute: absolute ?? 0, relative: 0 } })}
            />
          )}
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={`删除第 ${index + 1} 空`}
            disabled={blanks.length <= 1}
            onClick={() => set(blanks.filter(({ id }) => id !== blank.id))}
          />
        </div>
      ))}
      <Space>
        <Button
          icon={<PlusOutlined />}
          onClick={() =>
            set([
              ...blanks,
              {
                id: newPartId(
                  blanks.map(({ id }) => id),
                  'b',
                ),
                alternatives: [],
                match: 'exact',
              },
            ])
          }
        >
          添加空
        </Button>
        <Checkbox checked={isUnordered} disabled={blanks.length < 2} onChange={(event) => set(blanks, event.target.checked)}>
          各空不分先后顺序
        </Checkbox>
      </Space>
    </div>
  )
}

/** Options shared by all gaps, and the right one for each gap. */
export function DropdownEditor({ content, onChange }: EditorProps<ContentOf<7>>): ReactNode {
  const { gaps, options } = content
  const row = useSortableRows(
    options.length,
    (from, to) => onChange({ ...content, options: movedTo(options, from, to) }),
    'kp-question-row',
  )
  const labels = options.map(({ id, html }, index) => ({ value: id, label: html.replace(/<[^>]*>/g, '') || `备选 ${index + 1}` }))
  const dropOption = (id: string) =>
    onChange({
      ...content,
      options: options.filter((option) => option.id !== id),
      correct: Object.fromEntries(Object.entries(content.correct).filter(([, right]) => right !== id)),
    })
  const dropGap = (id: string) =>
    onChange({
      ...content,
      gaps: gaps.filter((gap) => gap.id !== id),
      correct: Object.fromEntries(Object.entries(content.correct).filter(([gap]) => gap !== id)),
    })
  return (
    <div>
      <p className="kp-hint">在题干中写 {gaps.map(({ id }) => `{{${id}}}`).join('、')} 指定每个下拉框的位置。</p>
      <h4>备选项</h4>
      {options.map(({ id, html }, index) =>
        row(id, {
          name: `备选项 ${index + 1}`,
          index,
          children: (
            <>
              <Input
                aria-label={`备选项 ${index + 1}`}
                value={html}
                maxLength={200}
                onChange={(event) =>
                  onChange({
                    ...content,
                    options: options.map((option) => (option.id === id ? { id, html: event.target.value } : option)),
                  })
                }
              />
              <Button
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={`删除备选项 ${index + 1}`}
                disabled={options.length <= 2}
                onClick={() => dropOption(id)}
              />
            </>
          ),
        }),
      )}
      <Button
        icon={<PlusOutlined />}
        onClick={() =>
          onChange({
            ...content,
            options: [
              ...options,
              {
                id: newPartId(
                  options.map(({ id }) => id),
                  'o',
                ),
                html: '',
              },
            ],
          })
        }
      >
        添加备选项
      </Button>
      <h4>各空的答案</h4>
      {gaps.map(({ id }, index) => (
        <div className="kp-question-row" key={id}>
          <span className="kp-question-letter">{`{{${id}}}`}</span>
          <Select
            style={{ flex: 1, maxWidth: 320, minWidth: 0 }}
            aria-label={`第 ${index + 1} 空的正确答案`}
            placeholder="请选择正确答案"
            value={content.correct[id] ?? null}
            options={labels}
            onChange={(right: string) => onChange({ ...content, correct: { ...content.correct, [id]: right } })}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={`删除第 ${index + 1} 空`}
            disabled={gaps.length <= 1}
            onClick={() => dropGap(id)}
          />
        </div>
      ))}
      <Space>
        <Button
          icon={<PlusOutlined />}
          onClick={() =>
            onChange({
              ...content,
              gaps: [
                ...gaps,
                {
                  id: newPartId(
                    gaps.map(({ id }) => id),
                    'g',
                  ),
                },
              ],
            })
          }
        >
          添加空
        </Button>
        <Checkbox checked={content.singleUse} onChange={(event) => onChange({ ...content, singleUse: event.target.checked })}>
          每个备选项只能使用一次
        </Checkbox>
      </Space>
    </div>
  )
}

/** A reference answer and the points a marker looks for. */
export function ShortEditor({ content, onChange }: EditorProps<ContentOf<6>>): ReactNode {
  const { keyPoints } = content
  const row = useSortableRows(
    keyPoints.length,
    (from, to) => onChange({ ...content, keyPoints: movedTo(keyPoints, from, to) }),
    'kp-question-row',
  )
  const total = Math.round(keyPoints.reduce((sum, point) => sum + point.scoreShare, 0) * 100)
  const change = (id: string, part: Partial<(typeof keyPoints)[number]>) =>
    onChange({ ...content, keyPoints: keyPoints.map((point) => (point.id === id ? { ...point, ...part } : point)) })
  return (
    <div>
      <h4>参考答案</h4>
      <RichTextEditor
        minimal
        label="参考答案"
        value={content.referenceAnswer}
        onChange={(referenceAnswer) => onChange({ ...content, referenceAnswer })}
      />
      <h4>得分点{keyPoints.length > 0 && `（合计 ${total}%）`}</h4>
      {keyPoints.map(({ id, text, scoreShare }, index) =>
        row(id, {
          name: `得分点 ${index + 1}`,
          index,
          children: (
            <>
              <Input.TextArea
                autoSize
                aria-label={`得分点 ${index + 1}`}
                value={text}
                maxLength={2000}
                onChange={(event) => change(id, { text: event.target.value })}
              />
              <InputNumber
                min={0}
                max={100}
                suffix="%"
                aria-label={`得分点 ${index + 1} 的比例`}
                value={Math.round(scoreShare * 10_000) / 100}
                onChange={(percent) => change(id, { scoreShare: (percent ?? 0) / 100 })}
              />
              <Button
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={`删除得分点 ${index + 1}`}
                onClick={() => onChange({ ...content, keyPoints: keyPoints.filter((point) => point.id !== id) })}
              />
            </>
          ),
        }),
      )}
      <Button
        icon={<PlusOutlined />}
        onClick={() =>
          onChange({
            ...content,
            keyPoints: [
              ...keyPoints,
              {
                id: newPartId(
                  keyPoints.map(({ id }) => id),
                  'k',
                ),
                text: '',
                scoreShare: 0,
              },
            ],
          })
        }
      >
        添加得分点
      </Button>
    </div>
  )
}
