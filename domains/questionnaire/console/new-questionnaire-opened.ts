import { whenOpened } from '@kaopei/web'

export const NewQuestionnaire = whenOpened(() => import('./new-questionnaire.form.tsx'))
