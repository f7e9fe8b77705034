import type { ActedOn } from '@kaopei/org/slots'
import { FocusReturn, ListPage, RightButton, useMay } from '@kaopei/web'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { postReportMenu } from '../../contract/menus.ts'
import { postAssessment } from '../../contract/post.ts'
import { postReportsPath, postTestsPath } from '../paths.ts'
import { standingColumns, whichColumns } from './columns.tsx'

interface OfPostProps {
  readonly open: boolean
  readonly post: ActedOn
  readonly onClose: () => void
}

/** The assessments of one post, from the post's own row: there, and on to its reports and a new one. */
export default function OfPost({ open, post: { id, name }, onClose }: OfPostProps): ReactNode {
  const navigate = useNavigate()
  const maySee = useMay(postReportMenu.rights.view)
  return (
    <Drawer open={open} title={`${name} · 岗位测评`} size={820} onClose={onClose}>
      <FocusReturn />
      <ListPage
        endpoint={postAssessment.list}
        rowKey="id"
        stateIn="memory"
        extraInput={{ postId: id }}
        emptyText="这个岗位还没有测评"
        columns={columns}
        toolbar={
          <>
            <RightButton
              right={postAssessment.save}
              type="primary"
              onClick={() => void navigate(`${postTestsPath}?postId=${id}&new=1`)}
            >
              新建岗位测评
            </RightButton>
            {maySee && <Button onClick={() => void navigate(`${postReportsPath}?postId=${id}`)}>查看报告</Button>}
          </>
        }
      />
    </Drawer>
  )
}

const columns = [...whichColumns, ...standingColumns]
