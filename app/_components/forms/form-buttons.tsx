import { Button } from "@mantine/core";
import classes from "./form.module.css";

type FormButtonsProps = { submit: string; isPending: boolean; onCancel: () => void };

/** Buttons of a form in a dialog. Apart from `FormProblem`, since public pages do without Mantine's button. */
export function FormButtons({ submit, isPending, onCancel }: FormButtonsProps) {
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={onCancel} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending}>
        {submit}
      </Button>
    </div>
  );
}
