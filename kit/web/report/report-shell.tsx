import { DownloadOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { PageHeader, type PageHeaderProps } from '../page-header.tsx'
import { EmptyState } from '../states.tsx'

export interface ReportShellProps {
  readonly title: ReactNode
  readonly header?: Omit<PageHeaderProps, 'title'>
  /** The conditions' controls. */
  readonly conditions: ReactNode
  /** A panel at the left. */
  readonly side?: ReactNode
  readonly onQuery: () => void
  readonly onReset: () => void
  /** Without it there is no 导出. */
  readonly onExport?: () => void
  readonly isQuerying?: boolean
  readonly isExporting?: boolean
  /** What to do while there is no result yet. */
  readonly prompt?: string
  /** The result; undefined before the first query. */
  readonly children?: ReactNode
}

/** The template of a report: conditions, 查询, 重置, 导出, and the result below. */
export function ReportShell(props: ReportShellProps): ReactNode {
  const { title, header, conditions, side, children, prompt = '请选择查询条件，点击“查询”查看结果' } = props
  return (
    <>
      <PageHeader title={title} {...header} />
      <div className={side ? 'kp-report kp-report-with-side' : 'kp-report'}>
        {side}
        <div className="kp-report-main">
          <section className="kp-card" aria-label="查询条件">
            <form
              className="kp-report-conditions"
              onSubmit={(event) => {
                event.preventDefault()
                props.onQuery()
              }}
            >
              {conditions}
              <ReportButtons {...props} />
            </form>
          </section>
          <section className="kp-card" aria-label="查询结果">
            {children ?? <EmptyState text={prompt} />}
          </section>
        </div>
      </div>
    </>
  )
}

function ReportButtons({ onReset, onExport, isQuerying = false, isExporting = false }: ReportShellProps): ReactNode {
  return (
    <div className="kp-report-buttons">
      <Button type="primary" htmlType="submit" icon={<SearchOutlined />} loading={isQuerying}>
        查询
      </Button>
      <Button onClick={onReset}>重置</Button>
      {onExport && (
        <Button icon={<DownloadOutlined />} loading={isExporting} onClick={onExport}>
          导出
        </Button>
      )}
    </div>
  )
}
