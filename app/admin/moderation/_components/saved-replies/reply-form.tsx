"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { type Problem, readProblem } from "@/app/_trpc/problem.ts";
import { MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import type { SavedReply } from "./saved-replies";
import classes from "./saved-replies.module.css";

type ReplyFormProps = { reply: SavedReply | "new"; onClose: () => void };

/** Form that creates or edits a saved reply. */
export function ReplyForm({ reply, onClose }: ReplyFormProps) {
  const utils = trpc.useUtils();
  const before = reply === "new" ? { title: "", text: "" } : reply;
  const [title, setTitle] = useState(before.title);
  const [text, setText] = useState(before.text);
  const [wasTried, setWasTried] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const creation = trpc.adminSavedReplies.create.useMutation();
  const editing = trpc.adminSavedReplies.edit.useMutation();
  const errorOf = (path: string) => problem?.fields.find((field) => field.path === path)?.message;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (title.trim() === "" || text.trim() === "") return;
    setProblem(undefined);
    try {
      if (reply === "new") await creation.mutateAsync({ title, text });
      else await editing.mutateAsync({ replyId: reply.id, title, text });
    } catch (error) {
      setProblem(readProblem(error));
      return;
    }
    await utils.adminSavedReplies.list.invalidate();
    onClose();
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        data-autofocus
        label="Title"
        maxLength={MAX_NAME_LENGTH}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        error={(wasTried && title.trim() === "" && "Enter a title.") || errorOf("title")}
      />
      <Textarea
        label="Text"
        description="Visible to publishers once inserted into a comment."
        autosize
        minRows={4}
        maxRows={14}
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={(wasTried && text.trim() === "" && "Enter the text.") || errorOf("text")}
      />
      {problem && problem.fields.length === 0 && (
        <p role="alert" className={classes.problem}>
          {problem.message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={creation.isPending || editing.isPending}>
          {reply === "new" ? "Create reply" : "Save reply"}
        </Button>
      </div>
    </form>
  );
}
