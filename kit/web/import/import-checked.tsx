import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import { Button, Radio, Table, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { exactNumber } from '../format.ts'
import { Pager } from '../list/pager.tsx'
import type { ImportCheck } from './import-drawer.tsx'
import type { ImportCheckReport, ImportRowReport } from './import-result.ts'
import type { ImportWish } from './import-stage.ts'
import { FailureFile } from './import-stages.tsx'

interface CheckedProps {
  readonly check: ImportCheck
  readonly report: ImportCheckReport
  readonly onImport: (wish: ImportWish) => void
  readonly reset: () => void
}

/** What the check found, and what people want done about it. Nothing has been written yet. */
export function Checked({ check, report, onImport, reset }: CheckedProps): ReactNode {
  const [wish, setWish] = useState<ImportWish>({ conflicts: 'skip', isAllOrNothing: false })
  const { unit = '条数据', conflictWords } = check
  const count = report.new + (wish.conflicts === 'overwrite' ? (report.overwritable ?? report.conflict) : 0)
  const isRefused = wish.isAllOrNothing && report.error > 0
  return (
    <>
      <Verdict hasErrors={report.error > 0} />
      <Counts report={report} />
      {report.rows.length > 0 && <RowReports report={report} />}
      {report.failedUrl && (
        <div className="kp-import-line">
          <span className="kp-hint">明细的第一列是失败原因，修改后可直接重新上传</span>
          <FailureFile url={report.failedUrl} name={report.errFileName || '导入失败明细.xlsx'} />
        </div>
      )}
      {conflictWords && report.conflict > 0 && (
        <Choice
          label="冲突的数据"
          value={wish.conflicts}
          options={[
            { value: 'skip', label: conflictWords.skip },
            { value: 'overwrite', label: conflictWords.overwrite },
          ]}
          onChange={(conflicts) => setWish({ ...wish, conflicts: conflicts === 'overwrite' ? 'overwrite' : 'skip' })}
        />
      )}
      {report.error > 0 && (
        <Choice
          label="导入方式"
          value={wish.isAllOrNothing ? 'all' : 'sound'}
          options={[
            { value: 'sound', label: '只导入正确的数据，跳过有错误的' },
            { value: 'all', label: '全部正确才导入，有一处错误则全部不导入' },
          ]}
          onChange={(way) => setWish({ ...wish, isAllOrNothing: way === 'all' })}
        />
      )}
      {isRefused && <p className="kp-hint">有 {report.error} 行错误，请修改文件后重新上传</p>}
      <div className="kp-drawer-footer kp-import-buttons">
        <Button onClick={reset}>重新上传</Button>
        <Button type="primary" disabled={count === 0 || isRefused} onClick={() => onImport(wish)}>
          {count === 0 ? '没有可导入的数据' : `导入 ${exactNumber(count)} ${unit}`}
        </Button>
      </div>
    </>
  )
}

function Verdict({ hasErrors }: { readonly hasErrors: boolean }): ReactNode {
  return (
    <h3 className="kp-import-verdict" role="status">
      {hasErrors ? <WarningFilled style={{ color: '#d92d20' }} /> : <CheckCircleFilled style={{ color: '#2f9e44' }} />}
      {hasErrors ? '数据格式异常，检查不通过' : '数据检查完成'}
    </h3>
  )
}

function Counts({ report }: { readonly report: ImportCheckReport }): ReactNode {
  const parts = [
    { name: '总行数', count: report.total },
    { name: '新增', count: report.new },
    { name: '已存在', count: report.same },
    { name: '冲突', count: report.conflict },
    { name: '错误', count: report.error },
  ]
  return (
    <dl className="kp-import-counts">
      {parts.map(({ name, count }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={name === '错误' && count > 0 ? 'kp-bad' : ''}>{exactNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

const kinds = { error: { text: '错误', color: 'red' }, conflict: { text: '冲突', color: 'orange' } } as const

const rowsOnPage = 8

function RowReports({ report }: { readonly report: ImportCheckReport }): ReactNode {
  const [kind, setKind] = useState<keyof typeof kinds | 'all'>('all')
  const [pageIndex, setPage] = useState(1)
  const all = report.error + report.conflict
  const found = report.rows.filter((row) => kind === 'all' || row.kind === kind)
  const hasBoth = new Set(report.rows.map((row) => row.kind)).size > 1
  return (
    <>
      {hasBoth && (
        <Radio.Group
          aria-label="类型"
          optionType="button"
          size="small"
          value={kind}
          options={[
            { value: 'all', label: '全部' },
            ...Object.entries(kinds).map(([value, { text }]) => ({ value, label: text })),
          ]}
          onChange={({ target }) => {
            setKind(target.value)
            setPage(1)
          }}
        />
      )}
      <Table<ImportRowReport>
        size="small"
        rowKey="rowNumber"
        dataSource={found.slice((pageIndex - 1) * rowsOnPage, pageIndex * rowsOnPage)}
        pagination={false}
        columns={[
          { title: '行号', dataIndex: 'rowNumber', width: 72, align: 'right' },
          {
            title: '类型',
            dataIndex: 'kind',
            width: 84,
            render: (kind: ImportRowReport['kind']) => <Tag color={kinds[kind].color}>{kinds[kind].text}</Tag>,
          },
          {
            title: '原因',
            dataIndex: 'messages',
            render: (messages: readonly string[]) => messages.map((message) => <div key={message}>{message}</div>),
          },
        ]}
      />
      <Pager isInDrawer pageIndex={pageIndex} pageSize={rowsOnPage} totalCount={found.length} unit="行" onChange={setPage} />
      {all > report.rows.length && (
        <p className="kp-hint">
          共 {exactNumber(all)} 行有问题，这里列出前 {exactNumber(report.rows.length)} 行，全部见失败明细
        </p>
      )}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps): ReactNode {
  return (
    <fieldset className="kp-import-choice">
      <legend>{label}</legend>
      <Radio.Group value={value} onChange={({ target }) => onChange(String(target.value))}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value}>
            {option.label}
          </Radio>
        ))}
      </Radio.Group>
    </fieldset>
  )
}
