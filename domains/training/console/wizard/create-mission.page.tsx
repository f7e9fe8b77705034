import { whenShown } from '@kaopei/web'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { OutlineEditor } from '../outline/outline-editor.tsx'
import { stepPath } from '../paths.ts'
import { ProjectWizard, WithSavedProject } from './frame.tsx'

const PeopleStep = whenShown(async () => ({ default: (await import('./people-step.tsx')).PeopleStep }))

/** Step 1: stages and tasks, every change saved as it is made; step 2: who takes part, and the shelf. */
export default function CreateMission(): ReactNode {
  const navigate = useNavigate()
  const isPeople = useSearchParams()[0].get('step') === 'people'
  return (
    <WithSavedProject>
      {(detail) =>
        isPeople ? (
          <PeopleStep detail={detail} />
        ) : (
          <ProjectWizard
            step={1}
            detail={detail}
            extra={
              <Button type="primary" onClick={() => void navigate(stepPath(2, detail.id))}>
                下一步
              </Button>
            }
          >
            <OutlineEditor projectId={detail.id} />
          </ProjectWizard>
        )
      }
    </WithSavedProject>
  )
}
