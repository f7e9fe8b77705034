import type { InputOf } from '@kaopei/contract'
import { type ColumnMapping, ImportDrawer, type ImportResult, useCall } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Form, Select } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { bank, mostBanks } from '../contract/bank.ts'
import { difficulty } from '../contract/codes.ts'
import { type ImportField, importFieldLabels, importFields, questionImport } from '../contract/question-import.ts'

type Inspected = { readonly headerRow: number; readonly columnCount: number }

/** 导入试题: any table, with a step that says what its columns mean; large files run in the background and are followed here. */
export function ImportQuestions(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly bankId: string | undefined
}): ReactNode {
  const banks = useCall(bank.list, { pageSize: mostBanks }, { enabled: props.open, staleMs: 30_000 })
  const [chosen, setChosen] = useState<string>()
  const [level, setLevel] = useState<1 | 2 | 3>(difficulty.medium)
  const inspected = useRef<Inspected>(undefined)
  const bankId = chosen ?? props.bankId ?? banks.data?.dataList[0]?.id
  const mapping: ColumnMapping = {
    fields: importFields.map((name) => ({
      name,
      label: importFieldLabels[name],
      isRequired: name === 'stem' || name === 'answer',
    })),
    preview: async ({ fileId }) => {
      const found = await call(questionImport.inspect, { fileId })
      inspected.current = { headerRow: found.mapping.headerRow, columnCount: found.mapping.columns.length }
      const suggestion = Object.fromEntries(
        found.mapping.columns.flatMap((field, column) => (field === null ? [] : [[field, column]])),
      )
      return { headers: found.header, suggestion }
    },
  }
  const run = async (input: Readonly<Record<string, unknown>>): Promise<ImportResult> => {
    if (!bankId) return { errMessage: '请先新增题库，再导入试题' }
    const { jobId } = await call(questionImport.run, {
      fileId: String(input.fileId),
      bankId,
      mapping: mappingOf(input.columnMapping, inspected.current),
      defaults: { difficulty: level },
    })
    return resultOf(jobId)
  }
  return (
    <ImportDrawer
      title="导入试题"
      open={props.open}
      onClose={props.onClose}
      templateEndpoint={questionImport.template}
      purpose="questionImport"
      mapping={mapping}
      importEndpoint={run}
      hint={
        <Form layout="vertical">
          <Form.Item label="导入到题库">
            <Select
              aria-label="导入到题库"
              value={bankId}
              onChange={setChosen}
              options={(banks.data?.dataList ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="请选择题库"
            />
          </Form.Item>
          <Form.Item label="未填写难度时" extra="支持系统模板，也支持任意表头的表格：上传后可逐列指定含义。">
            <Select
              aria-label="未填写难度时"
              value={level}
              onChange={setLevel}
              options={difficulty.options.map(({ value, label }) => ({ value: levelOf(value), label }))}
            />
          </Form.Item>
        </Form>
      }
    />
  )
}

const levelOf = (value: number): 1 | 2 | 3 => (value === 1 ? 1 : value === 3 ? 3 : 2)

function mappingOf(chosen: unknown, inspected: Inspected | undefined): InputOf<typeof questionImport.run>['mapping'] {
  if (typeof chosen !== 'object' || chosen === null || !inspected) return null
  const columns: (ImportField | null)[] = Array.from({ length: inspected.columnCount }, () => null)
  for (const field of importFields) {
    const column: unknown = Reflect.get(chosen, field)
    if (typeof column === 'number') columns[column] = field
  }
  return { headerRow: inspected.headerRow, columns }
}

/** Follows the job to its end; every failed row is in the workbook behind `failedUrl`. */
async function resultOf(jobId: string): Promise<ImportResult> {
  while (true) {
    const { state, result, message, failedUrl } = await call(questionImport.result, { jobId })
    if (state >= 3) return { errMessage: message || '导入未完成，请稍后重试' }
    if (state === 2 && result) {
      const done = result.new + result.overwritten
      if (failedUrl || result.error > 0 || result.conflict > result.overwritten) {
        const lines = result.rows.slice(0, 20).map((row) => `第 ${row.rowNumber} 行：${row.messages.join('；')}`)
        return { successCount: done, failedUrl, errFileName: '试题导入失败明细.xlsx', errMessage: lines.join('\n') || message }
      }
      return { successCount: done + result.same }
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
