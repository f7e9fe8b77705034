import { BugOutlined } from '@ant-design/icons'
import { Dash, formatInstant } from '@kaopei/web'
import { errorLog, useStore } from '@kaopei/web/client'
import { Badge, Button, Modal, Table } from 'antd'
import { type ReactNode, useState } from 'react'

/** What went wrong since the page was loaded; for telling an administrator. Nothing is shown while nothing did. */
export function ErrorLogButton(): ReactNode {
  const errors = useStore(errorLog)
  const [isOpen, setOpen] = useState(false)
  if (errors.length === 0) return null
  return (
    <>
      <Badge count={errors.length} size="small">
        <Button
          type="text"
          icon={<BugOutlined />}
          aria-label={`错误日志，${errors.length} 条`}
          title="错误日志"
          onClick={() => setOpen(true)}
        />
      </Badge>
      <Modal
        open={isOpen}
        onCancel={() => setOpen(false)}
        title="错误日志"
        width={800}
        footer={<Button onClick={() => errorLog.set([])}>清空</Button>}
      >
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
    </>
  )
}
