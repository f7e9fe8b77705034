import { BugOutlined } from '@ant-design/icons'
import { errorLog, useStore } from '@kaopei/web/client'
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const ErrorLogDialog = lazy(() => import('./error-log-dialog.tsx'))

/** What went wrong since the page was loaded; for telling an administrator. Nothing is shown while nothing did. */
export function ErrorLogButton(): ReactNode {
  const errors = useStore(errorLog)
  const [isOpen, setOpen] = useState(false)
  if (errors.length === 0 && !isOpen) return null
  return (
    <>
      <span className="kp-counted" data-count={errors.length}>
        <Button
          type="text"
          icon={<BugOutlined />}
          aria-label={`错误日志，${errors.length} 条`}
          title="错误日志"
          onClick={() => setOpen(true)}
        />
      </span>
      {isOpen && (
        <Suspense>
          <ErrorLogDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
