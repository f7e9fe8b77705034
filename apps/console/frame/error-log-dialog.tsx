import { Dash, FocusReturn, formatInstant } from '@kaopei/web'
import { errorLog, useStore } from '@kaopei/web/client'
import { Button, Modal, Table } from 'antd'
import type { ReactNode } from 'react'

/** The failures since the page was loaded, newest first. */
export default function ErrorLogDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const errors = useStore(errorLog)
  return (
    <Modal open onCancel={onClose} title="错误日志" width={800} footer={<Button onClick={() => errorLog.set([])}>清 空</Button>}>
      <FocusReturn />
      <Table
        size="small"
        rowKey={(row) => `${row.at}-${row.where}`}
        dataSource={errors}
        pagination={{ pageSize: 8, hideOnSinglePage: true, size: 'small' }}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: '时间', dataIndex: 'at', width: 160, render: (at: number) => formatInstant(at, 'YYYY-MM-DD HH:mm:ss') },
          { title: '代码', dataIndex: 'code', width: 80 },
          { title: '信息', dataIndex: 'message' },
          { title: '接口', dataIndex: 'where', render: (where: string) => <Dash>{where}</Dash> },
        ]}
      />
    </Modal>
  )
}
