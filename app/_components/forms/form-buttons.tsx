import { Button } from "@mantine/core";
import classes from "./form.module.css";

type FormButtonsProps = { submit: string; isPending: boolean; onCancel: () => void };

/** The end of a form in a dialog. */
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
