import { ImportDrawer, type ImportFollow, type ImportInput, type ImportResult, useCall } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Form, InputNumber, Select } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { bank } from '../../contract/bank.ts'
import { difficulty } from '../../contract/codes.ts'
import { questionImport } from '../../contract/question-import.ts'
import { OneBankChoice } from '../banks/bank-choice.tsx'
import { type Inspected, mappingFields, mappingOf, previewOf } from './mapping.ts'
import { answerOf, endOf, leftText, reportOf } from './progress.ts'

interface Defaults {
  readonly difficulty: 1 | 2 | 3
  readonly score: number
}

const conflictWords = { skip: '跳过，保留题库中的试题', overwrite: '覆盖，保存为试题的新版本' }
const noBank = '请先新增题库，再导入试题'

/** 导入试题: any table, a step that says what its columns mean, a check, then the import. The last two are jobs that are followed here. */
export function ImportQuestions(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly bankId: string | undefined
}): ReactNode {
  const banks = useCall(bank.list, { pageSize: 2 }, { enabled: props.open, staleMs: 30_000 })
  const [chosen, setChosen] = useState<string>()
  const [defaults, setDefaults] = useState<Defaults>({ difficulty: difficulty.medium, score: 2 })
  const [left, setLeft] = useState('')
  const inspected = useRef<Inspected>(undefined)
  const [only, another] = banks.data?.dataList ?? []
  // Nobody means just any bank: with several of them it is chosen.
  const bankId = chosen ?? props.bankId ?? (another ? undefined : only?.id)
  const sourceOf = (input: ImportInput, toBank: string) => ({
    fileId: String(input.fileId),
    bankId: toBank,
    mapping: mappingOf(input.columnMapping, inspected.current),
    defaults,
  })
  const check = async (input: ImportInput, follow: ImportFollow) => {
    if (!bankId) return { errMessage: noBank }
    const { jobId } = await call(questionImport.check, sourceOf(input, bankId), { silent: true })
    const end = await endOf(jobId, follow)
    return end.result ? reportOf(end.result, end.failedUrl) : { errMessage: end.message || '检查未完成，请稍后重试' }
  }
  const run = async (input: ImportInput, follow: ImportFollow): Promise<ImportResult> => {
    if (!bankId) return { errMessage: noBank }
    const conflicts = input.conflicts === 'overwrite' ? 'overwrite' : 'skip'
    const wish = { conflicts, isAllOrNothing: input.isAllOrNothing === true } as const
    const { jobId } = await call(questionImport.run, { ...sourceOf(input, bankId), ...wish }, { silent: true })
    const end = await endOf(jobId, follow)
    if (!end.result) return { errMessage: end.message || '导入未完成，请稍后重试' }
    setLeft(leftText(end.result))
    return answerOf(end.result, conflicts, end.failedUrl)
  }
  const preview = (file: { readonly fileId: string }) =>
    previewOf(file, (seen) => {
      inspected.current = seen
    })
  return (
    <ImportDrawer
      title="导入试题"
      open={props.open}
      onClose={props.onClose}
      templateEndpoint={questionImport.template}
      purpose="questionImport"
      mapping={{ fields: mappingFields, preview }}
      check={{ run: check, unit: '道试题', conflictWords }}
      importEndpoint={run}
      doneText={() => left}
      whyNot={bankId === undefined ? (only ? '请先选择题库' : noBank) : undefined}
      hint="支持系统模板，也支持任意表头的表格：上传后可逐列指定含义，检查无误后再导入。"
      options={
        <Form layout="vertical" component="div">
          <Form.Item label="导入到题库" required htmlFor="import-bank">
            <OneBankChoice id="import-bank" label="导入到题库" value={bankId} onChange={setChosen} />
          </Form.Item>
          <DefaultFields defaults={defaults} onChange={setDefaults} />
        </Form>
      }
    />
  )
}

function DefaultFields(props: { readonly defaults: Defaults; readonly onChange: (next: Defaults) => void }): ReactNode {
  const { defaults, onChange } = props
  return (
    <div className="kp-question-pair">
      <Form.Item label="未填写难度时" htmlFor="import-difficulty">
        <Select<1 | 2 | 3>
          id="import-difficulty"
          value={defaults.difficulty}
          onChange={(level) => onChange({ ...defaults, difficulty: level })}
          options={([difficulty.easy, difficulty.medium, difficulty.hard] as const).map((value) => ({
            value,
            label: difficulty.label(value),
          }))}
        />
      </Form.Item>
      <Form.Item label="未填写分值时" htmlFor="import-score">
        <InputNumber
          id="import-score"
          min={0}
          max={1000}
          precision={2}
          style={{ width: '100%' }}
          value={defaults.score}
          onChange={(score) => onChange({ ...defaults, score: score ?? 2 })}
        />
      </Form.Item>
    </div>
  )
}
